import { HOUR_MS } from '@candor/kernel';
import type { Pdfs } from '../platform/formats/pdf/pdf.ts';
import type { Host } from '../platform/host.ts';
import type { Parameters } from '../parameters/index.ts';
import type { RecordKeys } from '../platform/secrets/record-keys.ts';
import { type Files, createFiles } from './index.ts';
import { fileRoutes } from './routes.ts';

const TIDY_MS = 60_000;
/** How often is looked whose years of retention are over. */
const RETENTION_MS = HOUR_MS;

/** Opens files in a process: pictures are sealed under a key, older ones open with the former. */
export function wireFiles(
  host: Host,
  deps: {
    readonly key: string;
    readonly formerKey: string | null;
    readonly recordKeys: RecordKeys;
    readonly parameters: Pick<Parameters, 'count'>;
    readonly pdfs: Pick<Pdfs, 'outline'>;
  },
): Files {
  const { parameters } = deps;
  const bytesMax = (): number => parameters.count('file.imageBytesMax');
  const retentionYears = (): number => parameters.count('retention.years');
  const files = createFiles({ ...host, ...deps, bytesMax, retentionYears });
  host.addRoutes(fileRoutes(files));
  host.every(TIDY_MS, () => files.tidy());
  host.every(RETENTION_MS, () => files.destroyOver());
  host.metrics.gauge(
    'candor_files_undestroyed',
    'Keys of destroyed documents that could not be destroyed',
    () => files.undestroyed(),
  );
  host.onStop('calls', () => files.stop());
  return files;
}
