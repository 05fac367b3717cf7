import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|html|svg|json|webmanifest)$/;
/** Below this a packet is not filled anyway. */
const BYTES_MIN = 1_024;

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  if (plain.length < BYTES_MIN) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, quality),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Leaves a .br and a .gz beside every text of the build; the server sends them as they are. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'candor:compressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((file) => TEXT.test(file)).map((file) => compressFile(join(folder, file))),
      );
    },
  };
}
