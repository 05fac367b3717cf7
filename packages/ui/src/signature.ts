/** A point of a stroke, in units of the pad. */
export type PadPoint = { readonly x: number; readonly y: number };

/** What was drawn without lifting the pen. */
export type Stroke = readonly PadPoint[];

/** A signature: drawn, or the name typed by a signer who cannot or does not want to draw. */
export type Signature =
  | { readonly kind: 'drawn'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'typed'; readonly name: string };

/** Size of the pad, and of the picture at one picture point per unit. */
export const PAD = { width: 600, height: 200 } as const;
/** Where the line to sign on stands, and what it leaves free at its ends. */
export const PAD_LINE = { y: 156, inset: 80 } as const;
/** Width of the pen. */
export const PEN = 4;

/** Points closer than this to the one before add nothing that is seen. */
const STEP_MIN = 2;
/** More points than a signature needs; further ones are not taken. */
const POINTS_MAX = 4_000;
/** Length of drawn lines below which nothing but a slip of the finger was drawn. */
const LENGTH_MIN = 60;
/** Characters of a typed name that are drawn; a name has no more. */
export const NAME_MAX = 100;
/** Points of the picture for each unit of the pad. */
const SCALE = 2;

const distance = (a: PadPoint, b: PadPoint): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A signature nobody wrote yet. */
export const UNSIGNED: Signature = { kind: 'drawn', strokes: [] };

/** The strokes with one more begun at a point. */
export function strokeBegun(strokes: readonly Stroke[], point: PadPoint): readonly Stroke[] {
  return [...strokes, [point]];
}

/** The strokes with the last one led on to a point; unchanged where that adds nothing. */
export function strokeLed(strokes: readonly Stroke[], point: PadPoint): readonly Stroke[] {
  const last = strokes.at(-1);
  const from = last?.at(-1);
  if (last === undefined || from === undefined) return strokes;
  const isFull = strokes.reduce((sum, one) => sum + one.length, 0) >= POINTS_MAX;
  if (isFull || distance(from, point) < STEP_MIN) return strokes;
  return [...strokes.slice(0, -1), [...last, point]];
}

/** Whether it is signed: more than a dot, or a name. */
export function isSigned(signature: Signature): boolean {
  if (signature.kind === 'typed') return signature.name.trim() !== '';
  const lengths = signature.strokes.map((stroke) =>
    stroke.reduce((sum, point, at) => sum + distance(stroke[at - 1] ?? point, point), 0),
  );
  return lengths.reduce((sum, one) => sum + one, 0) >= LENGTH_MIN;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const at = ({ x, y }: PadPoint): string => `${tenth(x)} ${tenth(y)}`;
const middle = (a: PadPoint, b: PadPoint): PadPoint => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A stroke as a path: through the middles between its points, so that no corner is seen. */
export function strokePath(stroke: Stroke): string {
  const [first, ...rest] = stroke;
  if (first === undefined) return '';
  const last = rest.at(-1);
  if (last === undefined) return `M${at(first)}l0.1 0`;
  const curves = rest
    .slice(0, -1)
    .map((point, index) => `Q${at(point)} ${at(middle(point, rest[index + 1] ?? point))}`);
  return `M${at(first)}${curves.join('')}L${at(last)}`;
}

/**
 * The signature as a PNG, black on white whatever the page looks like: it is looked at on paper and
 * by those who review it.
 *
 * @throws Error where the browser cannot draw
 */
export async function signaturePicture(signature: Signature): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = PAD.width * SCALE;
  canvas.height = PAD.height * SCALE;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser cannot draw');
  pen.scale(SCALE, SCALE);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, PAD.width, PAD.height);
  pen.fillStyle = '#000';
  pen.strokeStyle = '#000';
  if (signature.kind === 'typed') writeName(pen, signature.name.trim().slice(0, NAME_MAX));
  else {
    pen.lineWidth = PEN;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    for (const stroke of signature.strokes) pen.stroke(new Path2D(strokePath(stroke)));
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((made) => {
      if (made === null) reject(new Error('this browser cannot draw'));
      else resolve(made);
    }, 'image/png');
  });
}

/** As large as the line has room for; a long name gets smaller, never cut. */
function writeName(pen: CanvasRenderingContext2D, name: string): void {
  const faces = getComputedStyle(document.body).fontFamily;
  const room = PAD.width - 2 * PAD_LINE.inset;
  const fontOf = (size: number): string => `500 ${size}px ${faces}`;
  pen.font = fontOf(48);
  const size = Math.min(48, (48 * room) / Math.max(1, pen.measureText(name).width));
  pen.font = fontOf(size);
  pen.textAlign = 'center';
  pen.fillText(name, PAD.width / 2, PAD_LINE.y - 16);
}
