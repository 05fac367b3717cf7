import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const CONFIG = fileURLToPath(new URL('../gallery/vite.config.ts', import.meta.url));

/** Serves the gallery of parts from its sources until the process is told to end; says where. */
export async function startGallery(port: number): Promise<void> {
  const vite = await createServer({
    configFile: CONFIG,
    server: { port, strictPort: true },
  });
  await vite.listen();
  vite.printUrls();
}
