/** The rules an export of the audit log is checked by. docs/verification.md says what each proves. */
export const AUDIT_RULES = {
  'audit.file': 'The file is an export of an audit log, and whole.',
  'audit.chain': 'Each row follows from the row before it, by number and by hash.',
  'audit.count': 'There are as many rows as the file says and as were signed.',
  'audit.key': 'The key the file names is a key, and the one given.',
  'audit.head': 'A signed head is signed by that key, and the log has it at its place.',
};
