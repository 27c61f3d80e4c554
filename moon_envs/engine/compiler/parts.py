"""Kernels are parts of entry points and loops: they get no machine code of their own, which saves compile time.

Numba makes machine code of every function that it compiles, and optimises the function together with everything that it
calls. But nothing calls a kernel alone, and its callers are optimised together with it once more. So kernels stay plain
LLVM code until an entry point or loop takes them in. Numba is never patched, not even temporarily: it lets its users
choose the compiler of a function, and other functions of the process are compiled by numba's own.

Cold compile in seconds of processor time, with parts and without (means of two or three runs in turns; two cores of an
AMD EPYC virtual machine, numba 0.68): Launch 15 and 20, MLEM 10.5 and 15.4, From the Moon 21.6 and 39.3, the engine 5.6
and 7.0: a factor of 1.3 to 1.8. Both kinds without the wrappers of kernels (PART_SETTINGS); with them Launch takes 25.
A numba that is not in `numba_insides.TESTED_VERSIONS` compiles kernels in its own way: the same entry points, later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult

from moon_envs.engine.compiler import numba_insides


class _NoCodeYet:
    """Replaces numba's code generator where it would write to the machine code of a part."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: `WholeCompiler` sets the environments of all parts."""


class PartLibrary(JITCodeLibrary):
    """The LLVM code of a kernel and of everything that it calls, not optimised and not compiled to machine code."""

    @property
    def codegen(self) -> Any:
        """A stand-in that sets no environments, the Python objects that code needs for printing."""
        return _NoCodeYet()

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, numba's sign for a function without an address."""
        self._ensure_finalized()
        return 0

    def _optimize_functions(self, module: Any) -> None:
        """Do what numba does, but with one manager of passes for all functions."""
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
    """Numba's compiler for functions that only compiled functions call."""

    def compile_extra(self, function: Callable) -> CompileResult:
        """Compile a kernel to a part."""
        self.state.library = PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class WholeCompiler(Compiler):
    """Numba's compiler for functions that are called from outside and take parts in."""

    def compile_extra(self, function: Callable) -> CompileResult:
        """Compile an entry point or loop and set the environments of its parts, as loading it from the cache does."""
        compiled = super().compile_extra(function)
        library = compiled.library
        library._ensure_finalized()
        library.environments = compiled._find_referenced_environments()  # keeps them alive as long as the code
        for environment in library.environments:
            library.codegen.set_env(environment.env_name, environment)
        return compiled


PART_SETTINGS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Settings for kernels and shared rules."""
WHOLE_SETTINGS: dict[str, Any] = {}
"""Settings for entry points and loops."""
if numba_insides.ARE_TESTED:  # otherwise the entry points are the same but compile more slowly
    PART_SETTINGS["pipeline_class"] = PartCompiler
    WHOLE_SETTINGS["pipeline_class"] = WholeCompiler
