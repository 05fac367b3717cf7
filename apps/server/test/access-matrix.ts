import { type CallName } from '@candor/protocol/light';
import { CELLS, type Cell } from './access-cells.ts';
import {
  type Person,
  type Things,
  exclude,
  freeze,
  newPerson,
  nobodysThings,
} from './access-people.ts';
import type { Answered, TestApp } from './start-app.ts';

/** A call of the matrix. */
export type SessionCall = keyof typeof CELLS;
export const SESSION_CALLS = Object.keys(CELLS) as SessionCall[];

/** A cell that is not as it should be, in words. */
export type Wrong = string;

type Role = 'own' | 'frozen' | 'excluded';
const ROLES = ['own', 'frozen', 'excluded'] as const satisfies readonly Role[];
const FORBIDDEN = '10008';

/** Who asks in every row; a new user comes where a call uses an account up. */
export type People = Readonly<Record<Role | 'other', Person>>;

async function newInRole(product: TestApp, role: Role): Promise<Person> {
  const person = await newPerson(product);
  if (role === 'frozen') await freeze(product, person);
  if (role === 'excluded') await exclude(product, person);
  return person;
}

/** Every user who asks. */
export async function newPeople(product: TestApp): Promise<People> {
  return {
    own: await newInRole(product, 'own'),
    frozen: await newInRole(product, 'frozen'),
    excluded: await newInRole(product, 'excluded'),
    other: await newPerson(product),
  };
}

const inWords = ({
  status,
  code,
  message,
}: Pick<Answered<CallName>, 'status' | 'code' | 'message'>): string =>
  `${status} ${code} ${message}`;

/** Another user’s is nobody’s: the same status, code and words for what exists and what does not. */
async function askAsOther(product: TestApp, name: SessionCall, people: People): Promise<Wrong[]> {
  const cell: Cell = CELLS[name];
  const isOnce = cell.once === true;
  const own = isOnce ? await newPerson(product) : people.own;
  const other = isOnce ? await newPerson(product) : people.other;
  const { token } = other;
  const ask = async (of: Things, owner?: Person) => {
    const whose = owner === undefined ? {} : { owner };
    const sent = await cell.ask({ by: other, of, product, ...whose });
    const answer = await product.call(name, { token, ...sent } as never);
    const words = Object.values(of).filter((value) => typeof value === 'string');
    const text = words.reduce((left, word) => left.replaceAll(word, '#'), answer.text);
    return { answer, seen: `${answer.status} ${text}` };
  };
  if (cell.owned !== true) {
    const { answer } = await ask(other.things, other);
    const marks = [own.userId, own.username, ...Object.values(own.things)];
    const leaked = marks.filter((mark) => typeof mark === 'string' && answer.text.includes(mark));
    return leaked.map((mark) => `${name}: another user reads ${String(mark)}`);
  }
  const [theirs, nobodys] = [await ask(own.things, own), await ask(nobodysThings(product))];
  const wrong: Wrong[] = [];
  if (theirs.answer.code === '200' && theirs.seen !== nobodys.seen) {
    wrong.push(`${name}: another user is let in: ${theirs.seen}`);
  } else if (theirs.seen !== nobodys.seen) {
    wrong.push(`${name}: what exists differs: ${theirs.seen} and ${nobodys.seen}`);
  }
  return wrong;
}

/** What an owner gets, and what of it stays while new risk is stopped. */
async function askAs(
  product: TestApp,
  name: SessionCall,
  params: { role: Role; person: Person },
): Promise<Wrong[]> {
  const { role, person } = params;
  const cell: Cell = CELLS[name];
  const sent = await cell.ask({ by: person, of: person.things, owner: person, product });
  const answer = await product.call(name, { token: person.token, ...sent } as never);
  const isStopped = cell.risk === true && role !== 'own';
  const expected = isStopped ? FORBIDDEN : (cell.code ?? '200');
  if (answer.code === expected) return [];
  return [`${name}: ${role} gets ${inWords(answer)}, not ${expected}`];
}

/** A row of the matrix: what is wrong in it. */
export async function rowOf(product: TestApp, name: SessionCall, people: People): Promise<Wrong[]> {
  const cell: Cell = CELLS[name];
  const wrong = await askAsOther(product, name, people);
  for (const role of ROLES) {
    const person = cell.once === true ? await newInRole(product, role) : people[role];
    wrong.push(...(await askAs(product, name, { role, person })));
  }
  return wrong;
}

/** Only the columns of another user, for faults that are planted there. */
export const rowOfOther = askAsOther;
