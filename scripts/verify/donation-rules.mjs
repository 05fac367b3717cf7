/** What is checked of donations alone; docs/verification.md says what each proves. */
export const DONATION_RULES = {
  'donation.terms': 'The parts are the whole, and the auction has a step, an end and a rule.',
  'donation.bids': 'Each bid is a step above the highest at least, and came before the end.',
  'donation.end': 'A late bid moved the end as the rule says, and nothing else did.',
  'donation.winner': 'The highest bid won when the end had come, or the price was paid.',
  'donation.shares': 'Artist and house get their parts rounded down, the charity all the rest.',
};
