"""What is handed over: wheel and source archive, built twice in different folders and compared, with an SBOM and sums.

    python -m tools.release [-o dist] [--key ~/.ssh/id_ed25519]

The archives depend on the commit alone: two clones in other folders, time zones and locales give the same bytes. With a
key each file has a signature that ``ssh-keygen -Y verify -n file`` checks. Only what is committed is built.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import uuid
from collections.abc import Iterator, Mapping
from importlib import metadata
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from croupier.handbook.dossier import sums

ROOT = Path(__file__).resolve().parents[1]
PLACES = ({"TZ": "UTC", "LC_ALL": "C"}, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"})
"""Surroundings that must not matter, one set for each of the two builds."""
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\\n]+)[^\n]*\n((?: +--hash[^\n]*\n?)*)", re.MULTILINE)
"""A name, its version and its hashes, as a lock lists them."""


class Component(NamedTuple):
    """One dependency as a list of materials names it."""

    kind: str
    name: str
    version: str
    license: str
    hashes: tuple[tuple[str, str], ...]


def committed(root: Path, *words: str) -> bytes:
    """What git says of the checkout."""
    settings = {**os.environ, "TZ": "UTC"}
    return subprocess.run(["git", "-C", root, *words], check=True, capture_output=True, env=settings).stdout


def build(root: Path, surroundings: Mapping[str, str]) -> dict[str, bytes]:
    """Wheel and source archive of the last commit, built from nothing but its files in a folder of their own."""
    epoch = committed(root, "log", "-1", "--format=%ct").decode().strip()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "source"
        with tarfile.open(fileobj=BytesIO(committed(root, "archive", "HEAD"))) as archive:
            archive.extractall(folder, filter="data")
        (folder / "web" / "node_modules").symlink_to((root / "web" / "node_modules").resolve())
        settings = {**os.environ, **surroundings, "SOURCE_DATE_EPOCH": epoch}
        local = root / ".venv" / "bin" / "node"
        node = str(local) if local.exists() else "node"
        for command in ([node, "web/build.mjs"], [sys.executable, "-m", "hatchling", "build"]):
            subprocess.run(command, cwd=folder, env=settings, check=True, capture_output=True)
        return {path.name: path.read_bytes() for path in sorted((folder / "dist").iterdir())}


def built_twice(root: Path) -> dict[str, bytes]:
    """The archives; ValueError where two builds of one commit differ."""
    first, second = (build(root, surroundings) for surroundings in PLACES)
    if first != second:
        differing = sorted(name for name in first | second if first.get(name) != second.get(name))
        raise ValueError(f"two builds of one commit differ: {', '.join(differing)}")
    return first


def python_components(root: Path) -> Iterator[Component]:
    """What the lock installs to run the house, with the license that each package states."""
    text = (root / "requirements" / "run.lock").read_text(encoding="utf-8")
    for match in LOCKED.finditer(text):
        hashes = tuple(("SHA-256", value) for value in re.findall(r"sha256:([0-9a-f]{64})", match[3]))
        yield Component("pypi", match[1], match[2], stated_license(match[1]), hashes)


def stated_license(name: str) -> str:
    """The license in a package's own metadata, in the shortest form that it has."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return "not installed on this system"
    classifiers = [text.rpartition(" :: ")[2] for text in about.get_all("Classifier") or () if "License ::" in text]
    own = {key: about[key] for key in ("License-Expression", "License") if key in about}
    stated = own.get("License-Expression") or " AND ".join(classifiers) or own.get("License") or _license_file(name)
    return " ".join(stated.split())[:100]


def _license_file(name: str) -> str:
    """The first line of the license that lies beside a package whose metadata name none."""
    package = metadata.distribution(name)
    for file in package.metadata.get_all("License-File") or ():
        text = package.read_text(f"licenses/{file}") or package.read_text(file) or ""
        for line in filter(None, map(str.strip, text.splitlines())):
            return line
    return "not stated"


def page_components(root: Path) -> Iterator[Component]:
    """What is bundled into the pages, from the lock of npm."""
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for place, package in lock["packages"].items():
        if place and not package.get("dev"):
            algorithm, _, digest = package["integrity"].partition("-")
            content = base64.b64decode(digest).hex()
            name = place.removeprefix("node_modules/")
            yield Component(
                "npm", name, package["version"], package["license"], ((algorithm.replace("sha", "SHA-"), content),)
            )


def materials(root: Path) -> bytes:
    """The software bill of materials, CycloneDX 1.6: Python and page dependencies, their licenses and hashes."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    components = sorted({*python_components(root), *page_components(root)})
    when = committed(root, "log", "-1", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%cd").decode().strip()
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, repr(components))}",
        "version": 1,
        "metadata": {
            "timestamp": when,
            "component": {
                "type": "application",
                "bom-ref": "croupier",
                "name": project["name"],
                "version": project["version"],
                "licenses": [{"license": {"id": project["license"]}}],
            },
        },
        "components": [
            {
                "type": "library",
                "bom-ref": f"pkg:{part.kind}/{part.name}@{part.version}",
                "name": part.name,
                "version": part.version,
                "purl": f"pkg:{part.kind}/{part.name.replace('@', '%40')}@{part.version}",
                "licenses": [{"license": {"name": part.license}}],
                "hashes": [{"alg": algorithm, "content": content} for algorithm, content in part.hashes],
            }
            for part in components
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist")
    parser.add_argument("--key", type=Path, help="an Ed25519 key of OpenSSH to sign with")
    asked = parser.parse_args()
    if committed(ROOT, "status", "--porcelain", "--untracked-files=no"):
        sys.exit("release: something is not committed, and only what is committed is built")
    files = built_twice(ROOT) | {"sbom.cdx.json": materials(ROOT)}
    files["SHA256SUMS"] = sums(files)
    asked.output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (asked.output / name).write_bytes(content)
        if asked.key:
            subprocess.run(
                ["ssh-keygen", "-q", "-Y", "sign", "-n", "file", "-f", asked.key, asked.output / name], check=True
            )
        print(f"{asked.output / name}  {len(content):,} bytes{', signed' * bool(asked.key)}")


if __name__ == "__main__":
    main()
