import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail server of this process, as an operator would point the product to one. */
export type Mailbox = {
  /** Settings with which the product sends its mails here. */
  readonly env: Readonly<Record<string, string>>;
  /** Waits for a mail to a user that was not read yet and has this subject. */
  next(to: string, subject: string): Promise<ParsedMail>;
  close(): Promise<void>;
};

/** Looks of a tenth of a second each: the product sends twice a second, and the machine is busy. */
const LOOKS_MAX = 200;
const LOOK_MS = 100;

const isTo = (mail: ParsedMail, to: string): boolean =>
  [mail.to ?? []].flat().some(({ value }) => value.some(({ address }) => address === to));

/** Starts a mail server on the loopback. */
export async function openMailbox(): Promise<Mailbox> {
  const unread: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const read = async (): Promise<void> => {
          unread.push(await simpleParser(Buffer.concat(parts)));
        };
        void read();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Candor <no-reply@candor.example>',
    },
    async next(to, subject) {
      for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
        const at = unread.findIndex((mail) => isTo(mail, to) && mail.subject === subject);
        const [mail] = at < 0 ? [] : unread.splice(at, 1);
        if (mail !== undefined) return mail;
        await pause(LOOK_MS);
      }
      throw new Error(`no mail to ${to}: ${subject}`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The six digits a mail brings. */
export function codeIn(mail: ParsedMail): string {
  const [code] = /\b\d{6}\b/.exec(mail.text ?? '') ?? [];
  if (code === undefined) throw new Error(`no code in "${mail.subject ?? ''}"`);
  return code;
}
