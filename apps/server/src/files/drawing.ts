import { ensure } from '@candor/kernel';
import { type Picture, createPictures } from './pictures.ts';

/**
 * Makes drawings of our own programs, as SVG, pictures at some widths, in their order; away from everything else, as
 * pictures of users are read.
 *
 * @throws InvariantError for a drawing that cannot be read
 */
export async function drawPictures(
  drawings: readonly string[],
  widths: readonly number[],
): Promise<readonly (readonly Picture[])[]> {
  const pictures = createPictures();
  try {
    const all: Picture[][] = [];
    for (const svg of drawings) {
      const made: Picture[] = [];
      for (const width of widths) {
        const drawn = await pictures.draw({ svg, width, owner: 'drawing' });
        made.push(ensure(drawn.ok ? drawn.value : null, 'a drawing of ours can be read'));
      }
      all.push(made);
    }
    return all;
  } finally {
    pictures.stop();
  }
}
