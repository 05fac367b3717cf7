/** What is checked of sales of collateral alone; docs/verification.md says what each proves. */
export const SALE_RULES = {
  'sale.reason': 'Collateral is sold from its line on, behind a due date, or by its owner.',
  'sale.amount': 'What each asset brings follows from its price and the spread.',
  'sale.least':
    'The least is given that reaches what it had to, USDT first, then the coin worth most.',
  'sale.debt': 'What it brings pays interest first; what nothing is left for is the house’s.',
};
