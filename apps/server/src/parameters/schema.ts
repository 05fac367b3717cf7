/** One version of one parameter. */
export type ParameterRow = {
  key: string;
  version: number;
  value: string;
  from_at: number;
  note: string;
};
