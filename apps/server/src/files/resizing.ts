import { type Result, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Picture, Pictures } from './pictures.ts';
import { KEPT_BYTES_MAX, decidePicture } from './rules.ts';

/** Makes a picture at some widths, as JPG, in their order. */
export type Resize = (params: {
  readonly bytes: Buffer;
  readonly owner: string;
  readonly edges: readonly number[];
}) => Promise<Result<readonly Picture[], Failure<'image-format' | 'image-size' | 'upload-failed'>>>;

/** Makes what reads a picture away from everything else, once for each width. */
export function createResizing(deps: {
  readonly pictures: Pick<Pictures, 'rewrite'>;
  readonly bytesMax: () => number;
}): Resize {
  return async ({ bytes, owner, edges }) => {
    const field = 'file';
    if (bytes.length > deps.bytesMax()) return fail({ name: 'image-size', field });
    const announced = decidePicture(bytes);
    if (!announced.ok) return announced;
    const made: Picture[] = [];
    for (const edgeMax of edges) {
      const sized = { kind: announced.value.kind, bytes, owner, edgeMax, asJpeg: true } as const;
      const picture = await deps.pictures.rewrite({ ...sized, bytesMax: KEPT_BYTES_MAX });
      if (!picture.ok) return fail({ name: picture.failure.name, field });
      made.push(picture.value);
    }
    return ok(made);
  };
}
