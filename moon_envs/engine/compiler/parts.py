"""Kernels are parts of entry points and loops: no machine code is made of them alone, which halves the compile time.

Numba optimises every function it compiles together with all that the function calls, and makes machine code of it. The
kernels are never called alone, and whatever calls them is optimised with them once more. So they are kept as plain
LLVM code until an entry point or loop takes them in. Nothing of numba is changed, neither for a while: it lets its
users choose the compiler of a function, and other functions of the same process have numba's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult

from moon_envs.engine.compiler import numba_insides


class _NoCodeYet:
    """Takes the place of numba's code generator where it would write to the machine code of a part."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: the whole that takes the part in sets the environments of all its parts."""


class PartLibrary(JITCodeLibrary):
    """The LLVM code of a kernel and of all that it calls: neither optimised nor made machine code."""

    @property
    def codegen(self) -> Any:
        """What sets environments, the Python objects that code needs for printing."""
        return _NoCodeYet()

    def get_pointer_to_function(self, name: str) -> int:
        """None: numba's word for a function that has no address."""
        self._ensure_finalized()
        return 0

    def _optimize_functions(self, module: Any) -> None:
        """As numba does it, but for one manager of passes instead of one for each function."""
        module.data_layout = self._codegen._data_layout
        manager, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                manager.run(function, builder)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class PartCompiler(Compiler):
    """Numba's compiler, for functions that are only called by other compiled functions."""

    def compile_extra(self, function: Callable) -> CompileResult:
        """Compile a kernel to a part."""
        self.state.library = PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class WholeCompiler(Compiler):
    """Numba's compiler, for functions that are called from outside and take parts in."""

    def compile_extra(self, function: Callable) -> CompileResult:
        """Compile an entry point or loop, and set the environments of its parts, as when it is read from the cache."""
        compiled = super().compile_extra(function)
        library = compiled.library
        library._ensure_finalized()
        library.environments = compiled._find_referenced_environments()  # they live as long as the code
        for environment in library.environments:
            library.codegen.set_env(environment.env_name, environment)
        return compiled


PART_SETTINGS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Decorators of kernels and shared rules take these."""
WHOLE_SETTINGS: dict[str, Any] = {}
"""Decorators of entry points and loops take these."""
if numba_insides.ARE_TESTED:  # otherwise the entry points are the same, and take their time
    PART_SETTINGS["pipeline_class"] = PartCompiler
    WHOLE_SETTINGS["pipeline_class"] = WholeCompiler
