export function fetchEvidence(params: {
  get: (path: string) => Promise<string | null>;
  folder: string;
  held?: readonly string[];
  ticks?: readonly string[];
}): Promise<boolean>;
export function tickIdsOf(receipt: object): string[];
