/** Collects what was checked, line by line, each under the rule it belongs to, and says it. */
import { AUDIT_RULES } from './audit-rules.mjs';
import { CONVERSION_RULES } from './conversion-rules.mjs';
import { DONATION_RULES } from './donation-rules.mjs';
import { PLAN_RULES } from './plan-rules.mjs';
import { RULES } from './rules.mjs';
import { SALE_RULES } from './sale-rules.mjs';
import { SIGNED_RULES } from './signed-rules.mjs';

const KNOWN = {
  ...AUDIT_RULES,
  ...CONVERSION_RULES,
  ...DONATION_RULES,
  ...PLAN_RULES,
  ...RULES,
  ...SALE_RULES,
  ...SIGNED_RULES,
};

/** Makes an empty report. */
export function createReport() {
  const lines = [];
  const add = (rule, ok, what, detail, isSaid = false) => {
    if (!Object.hasOwn(KNOWN, rule)) throw new Error(`no such rule: ${rule}`);
    lines.push({ rule, ok, isSaid, what, detail });
  };
  return {
    lines,
    /** Passes when what the receipt says is what was recomputed. */
    same(rule, what, { said, is, how = '' }) {
      const ok = said === is;
      const detail = ok ? `${said}${how === '' ? '' : ` = ${how}`}` : `says ${said}, is ${is}`;
      add(rule, ok, what, detail);
    },
    /** Passes when a fact holds. */
    holds(rule, what, ok, detail) {
      add(rule, ok, what, detail);
    },
    /** What the receipt states and nothing given can show: neither found to differ, nor proven. */
    says(rule, what, detail) {
      add(rule, true, what, `not proven: ${detail}`, true);
    },
    /** Runs checks; what cannot even be read is a difference of its own. */
    part(rule, what, run) {
      try {
        run();
      } catch (error) {
        add(error.rule ?? rule, false, what, `cannot be recomputed: ${error.message}`);
      }
    },
    differences: () => lines.filter(({ ok }) => !ok),
    said: () => lines.filter(({ isSaid }) => isSaid),
    text: () =>
      lines.map(
        ({ rule, ok, isSaid, what, detail }) =>
          `${ok ? (isSaid ? 'said   ' : 'ok     ') : 'DIFFERS'} [${rule}] ${what}: ${detail}`,
      ),
  };
}
