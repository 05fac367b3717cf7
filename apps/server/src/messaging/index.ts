/**
 * messaging — mails and text messages of this installation, and the server's words in each language.
 * Owns: messages until they left, and how often each was tried.
 * Announces: nothing; the caller that opens the mailer hears of each message that left.
 * Needs: nothing above platform; who writes says to whom, in which language and with what frame.
 * Refuses: a message without a way out, a text nobody wrote.
 */
export { figureText, resultText } from './figure-text.ts';
export {
  type MessageTemplate,
  type MessageValues,
  fillText,
  mailWord,
  rehearsalMarks,
  subjectOf,
  writeMail,
} from './mail-text.ts';
export {
  type IsWanted,
  type LeftMessage,
  type Mailer,
  type MessageTransport,
  type OutgoingMessage,
  createMailer,
} from './mail.ts';
export { type MessageRow, type UnsentMessages, countUnsent, listMessagesOf } from './mail-store.ts';
export { type PaperWords, paperWords } from './paper-words.ts';
export { createTransports } from './transports.ts';
export { type Words, wordsOf } from './words.ts';
