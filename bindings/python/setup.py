"""Build the package kazoe: the C of the engine, which is not below this folder, and its rules."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from build_engine import HERE, OWN, SOURCE, sources  # noqa: E402


# Kazoe's licence, and those of the libraries that are linked into the extension.
NOTICES = [SOURCE / "COPYING", SOURCE / "bindings" / "COPYING.libraries"]


def rule_files(root):
    """Rule files below a folder, without the cases that test them."""
    found = [path for pattern in ["*.yaml", "base/*.yaml", "logs/*.yaml", "overlays/*.yaml"] for path in sorted(root.glob(pattern))]
    return [path for path in found if not path.name.endswith(".cases.yaml")]


def copy_rules(target):
    shutil.rmtree(target, ignore_errors=True)
    for path in rule_files(SOURCE / "rules"):
        to = target / path.relative_to(SOURCE / "rules")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)


def in_parallel(compile_all):
    """A compiler's method compile, with as many sources at once as there are processors."""

    def compile(sources, *args, **options):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            done = pool.map(lambda source: compile_all([source], *args, **options), sources)
            return [file for files in done for file in files]

    return compile


class build_engine(build_ext):
    def run(self):
        super().run()
        package = (HERE if self.inplace else Path(self.build_lib).absolute()) / "kazoe"
        copy_rules(package / "rules")
        for path in NOTICES:
            shutil.copyfile(path, package / path.name)

    def build_extension(self, ext):
        self.compiler.compile = in_parallel(self.compiler.compile)
        ext.sources += [str(path) for path in [*sources(), *(HERE / name for name in OWN), self.tables(), self.assets()]]
        ext.include_dirs.insert(0, str(self.rows()))
        ext.depends += [str(path) for path in [*SOURCE.glob("src/**/*.h"), *SOURCE.glob("src/**/*.def")]]
        ext.extra_link_args.append(self.yaml())
        super().build_extension(ext)

    def tables(self):
        """Write the table of the classic tiles, which a program of the engine prints."""
        folder = Path(self.build_temp).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        tile = SOURCE / "src" / "tile"
        parts = ["gen_splits.c", "classic_tables.c", "splits.c", "sets.c"]
        files = [str(tile / part) for part in parts if (tile / part).exists()]
        program, table = folder / "gen_splits", folder / "splits_classic.c"
        flags = ["-O2", "-std=c11", "-D_GNU_SOURCE", "-DKZI_MAKES_TABLES", f"-I{SOURCE / 'src'}"]
        compiler = os.environ.get("CC", "cc").split()
        subprocess.run([*compiler, *flags, "-o", str(program), *files], check=True)
        table.write_bytes(subprocess.run([str(program)], check=True, stdout=subprocess.PIPE).stdout)
        return table

    def assets(self):
        """Write the constants of the analysis that are files of the engine."""
        parts = [str(path) for path in (SOURCE / "src" / "analysis").rglob("*") if path.suffix in {".css", ".svg", ".json"}]
        assets = Path(self.build_temp).absolute() / "assets.c"
        command = ["sh", str(SOURCE / "src" / "embed.sh"), *parts]
        assets.write_bytes(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        return assets

    def rows(self):
        """Write the rows of the English catalogue and of the layouts, which C includes from this folder."""
        folder = Path(self.build_temp).absolute() / "catalogue"
        for script, given, rows in [("catalogue.sh", "words/en.yaml", "words/english.def"), ("layouts.sh", "report/layouts.txt", "report/layouts.def")]:
            (folder / rows).parent.mkdir(parents=True, exist_ok=True)
            command = ["sh", str(SOURCE / "src" / script), str(SOURCE / "src" / given)]
            (folder / rows).write_bytes(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        return folder

    def yaml(self):
        """How to link libyaml: its archive, so that the package needs no installed library."""
        given = os.environ.get("YAML_LIBS")
        if given:
            return given
        probe = Path(self.build_temp).absolute() / "yaml.c"
        probe.write_text("int yaml_parser_initialize(void *); int probe(void *p) { return yaml_parser_initialize(p); }\n")
        compiler = os.environ.get("CC", "cc").split()
        for library in ["-l:libyaml.a", "-lyaml"]:
            command = [*compiler, "-shared", "-fPIC", str(probe), library, "-o", str(probe.with_suffix(".so"))]
            if subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0:
                return library
        raise SystemExit("kazoe: libyaml is missing: install libyaml-dev (libyaml-devel, libyaml)")


class sdist_with_source(sdist):
    """Add the engine and the rules, below source/."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        wanted = [path for path in (SOURCE / "src").rglob("*") if path.suffix in {".c", ".h", ".def", ".sh", ".css", ".svg", ".json", ".yaml", ".txt"}]
        wanted = [path for path in wanted if path.name not in {"splits_classic.c", "assets.c", "english.def", "layouts.def"} and "cli" not in path.parts]
        for path in [*wanted, *rule_files(SOURCE / "rules"), *NOTICES]:
            to = Path(base_dir) / "source" / path.relative_to(SOURCE)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)


setup(
    cffi_modules=["build_engine.py:ffi"],
    cmdclass={"build_ext": build_engine, "sdist": sdist_with_source},
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
