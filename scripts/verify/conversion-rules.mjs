/** What is checked of conversions alone; docs/verification.md says what each proves. */
export const CONVERSION_RULES = {
  'conversion.legs': 'A coin is sold for USDT, a coin is bought with USDT, or one after the other.',
  'conversion.held': 'Its price was held for five seconds at most, and it was converted in them.',
  'conversion.amount': 'What each leg brings follows from its price, rounded down.',
  'conversion.spread': 'The spread is its rate of the USDT that changed hands, rounded up, once.',
};
