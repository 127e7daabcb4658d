// Builds the pages into the Python package: hashed names, an index filled from the bundler's own account of what it
// wrote, every text compressed ahead of time, and the license texts of all that was bundled.

import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = import.meta.dirname;
const target = path.join(here, "..", "src", "croupier", "service", "web");
const fresh = `${target}.new`;

await rm(fresh, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.tsx", theme: "src/theme.ts" },
  outdir: fresh,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  publicPath: "/",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".woff2": "file" },
  metafile: true,
  logLevel: "warning",
});

const written = Object.entries(metafile.outputs).map(([file, output]) => ({
  name: path.relative(fresh, path.join(here, file)),
  entry: output.entryPoint,
  css: output.cssBundle && path.relative(fresh, path.join(here, output.cssBundle)),
}));
const entry = (source) => written.find((each) => each.entry === source);
const page = entry("src/main.tsx");
const fonts = written.filter(({ name }) => /inter-latin-wght-normal/.test(name) && name.endsWith(".woff2"));
await writeFile(
  path.join(fresh, "index.html"),
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Croupier: casino table games, played for play chips, proved and explained.">
<title>Croupier</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='M20 7a9.4 9.4 0 1 0 0 10' fill='none' stroke='%230C5FC1' stroke-width='4'/%3E%3Ccircle cx='12' cy='12' r='3' fill='%230C5FC1'/%3E%3C/svg%3E">
<script src="/${entry("src/theme.ts").name}" type="module"></script>
<link rel="stylesheet" href="/${page.css}">
${fonts.map(({ name }) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`).join("\n")}
<script src="/${page.name}" type="module"></script>
</head>
<body>
<noscript><p>These pages need JavaScript. Without it, the same house is at <a href="/api/v1/docs">the programming interface</a> and in the <code>croupier</code> command.</p></noscript>
<div id="page"></div>
</body>
</html>
`,
);

await writeFile(path.join(fresh, "licenses.txt"), await licenses());
for (const name of await readdir(fresh, { recursive: true })) {
  if (!/\.(js|css|html|txt|svg)$/.test(name)) continue;
  const content = await readFile(path.join(fresh, name));
  await writeFile(path.join(fresh, `${name}.gz`), gzipSync(content, { level: 9 }));
  await writeFile(path.join(fresh, `${name}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
// The old pages stay whole until the new ones are.
await rm(`${target}.old`, { recursive: true, force: true });
await rename(target, `${target}.old`).catch(() => undefined);
await mkdir(path.dirname(target), { recursive: true });
await rename(fresh, target);
await rm(`${target}.old`, { recursive: true, force: true });

async function licenses() {
  const bundled = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) bundled.add(match[1]);
  }
  const texts = [];
  for (const name of [...bundled].sort()) {
    const folder = path.join(here, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
    if (!file) throw new Error(`${name} brings no license text`);
    texts.push(`${name} ${version} (${license})\n\n${(await readFile(path.join(folder, file), "utf8")).trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(78)}\n\n`);
}
