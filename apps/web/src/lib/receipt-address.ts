/** The address of a receipt; anybody who has the number may open it. */
export function receiptHref(number: string): string {
  return `/receipt/${encodeURIComponent(number)}`;
}
