/** What is checked of receipts of plans alone; docs/verification.md says what each proves. */
export const PLAN_RULES = {
  'plan.fill': 'A trade has eight places at most, and is named in the order of the tape.',
  'plan.fee': 'The fee is quantity × price × rate, rounded up.',
  'plan.result': 'A trade brings what the closed part is worth less its cost.',
  'plan.position': 'A trade begins with what the one before it left.',
  'plan.mark': 'What is held at midnight is worth its last price before it, less its cost.',
  'plan.day': 'Trades and marks are of the day, and come with its others to its result.',
  'plan.part':
    'An order has its part of the day by its units; the largest remainders get the rest.',
  'plan.share': 'The house takes its rate of what is above the highest value, rounded down.',
  'plan.value': 'What was there, the result and less what was taken is what is left.',
  'plan.joined': 'Joining buys the part of what is held that the money has of the fund.',
  'plan.left': 'Leaving sells the part of what is held that the units have of the fund.',
  'plan.reason': 'An order ends at its time, by its owner or where its loss is reached.',
};
