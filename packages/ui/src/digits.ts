/** The places of a decimal without the zeros at their end: "2500" is "25", "000" is "". */
export function withoutEndZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

/** Digits in groups of three from the right: "1234567" with "," is "1,234,567". */
export function grouped(whole: string, group: string): string {
  const first = whole.length % 3;
  const groups = first === 0 ? [] : [whole.slice(0, first)];
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  return groups.join(group);
}
