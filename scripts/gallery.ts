/**
 * `npm run gallery`: every part of `packages/ui` in both themes and directions, as it is written. PORT
 * chooses another port than 3100.
 */
import { startGallery } from '../apps/web/vite/gallery-server.ts';

const STANDARD_PORT = '3100';

await startGallery(Number.parseInt(process.env['PORT'] ?? STANDARD_PORT, 10));
