import { AREA_CODES } from './account-rules.ts';

const NOT_DIALLED = /[\s().\-/]/g;

/**
 * A phone in one spelling, for counting how often it is asked about: what the server looks up as one
 * phone is one text here. What cannot be a phone is left as it is.
 */
function phoneSpelling(areaCode: string, text: string): string {
  const digits = text.replaceAll(NOT_DIALLED, '');
  return /^\d+$/.test(digits) ? `${areaCode}${digits.replace(/^0+/, '')}` : text;
}

/** What a user logs in by, in one spelling; whatever is no text is left as it is. */
export function loginSpelling(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  const areaCode = AREA_CODES.find((code) => text.startsWith(code));
  return areaCode === undefined ? text : phoneSpelling(areaCode, text.slice(areaCode.length));
}

/** Where a code goes, in one spelling; whatever is no text is left as it is. */
export function targetSpelling(body: Readonly<Record<string, unknown>>): unknown {
  const { channel, target, areaCode } = body;
  const isPhone = channel === 'phone' && typeof target === 'string' && typeof areaCode === 'string';
  return isPhone ? phoneSpelling(areaCode, target) : target;
}
