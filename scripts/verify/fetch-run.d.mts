/** A part of a day of the tape, both ends included. */
export type Part = { readonly day: string; readonly from: number; readonly to: number };

export function partsOf(
  receipt: object,
  params: {
    readonly roots: readonly { readonly day: string; readonly ticks: number }[];
    /** When the tick of a place was received; Infinity where there is none. */
    readonly look: (day: string, place: number) => Promise<number>;
    readonly whole: boolean;
  },
): Promise<Part[]>;
