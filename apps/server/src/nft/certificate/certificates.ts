import { type Result, type UserId, ensure, fail, ok } from '@candor/kernel';
import type { Failure } from '@candor/protocol';
import type { Files } from '../../files/index.ts';
import { mailWord } from '../../messaging/index.ts';
import type { Pdfs } from '../../platform/formats/pdf/pdf.ts';
import type { Database } from '../../platform/postgres/db.ts';
import { findPicture } from '../pictures/picture-store.ts';
import { findParts } from '../token/part-store.ts';
import { findDeliveries, findSales } from '../token/sale-store.ts';
import { findTokens } from '../token/token-store.ts';
import type { Image } from '../token/token.ts';
import type { CertificateFacts } from './certificate.ts';
import { CERTIFICATE_WIDTH, drawCertificate, layOut } from './drawing.ts';
import { certificatePaper } from './paper.ts';

/** A certificate that was asked for, and in which language. */
export type CertificateParams = {
  readonly userId: UserId;
  readonly id: string;
  readonly language: string;
};
type Made = Result<{ name: string; content: Buffer }, Failure>;

/** Makes certificates when their owners ask for them; none is kept. */
export type Certificates = {
  /**
   * As PDF.
   *
   * @failure not-found — no token of theirs
   * @failure too-many — more documents are being written than may wait
   */
  pdf(asked: CertificateParams): Promise<Made>;
  /** As a picture, JPG. @failure not-found, too-many — as for a PDF */
  picture(asked: CertificateParams): Promise<Made>;
};

/** What makes certificates. */
export type CertificateDeps = {
  readonly db: Database;
  readonly pdfs: Pick<Pdfs, 'write' | 'outlines'>;
  readonly files: Pick<Files, 'drawn'>;
  /** Address of the product's pages. */
  readonly origin: () => string;
  readonly isRehearsal: boolean;
};

/** Width of the token's picture that is drawn into a certificate: one at least so wide, or the widest there is. */
const ART_WIDTH = 640;

function artOf(images: readonly Image[]): Image {
  const large = images.find(({ width }) => width >= ART_WIDTH);
  return ensure(large ?? images.at(-1), 'a token has a picture');
}

/** Opens them. */
export function createCertificates(deps: CertificateDeps): Certificates {
  const { db, pdfs, files, origin, isRehearsal } = deps;
  const none = fail({ name: 'not-found' } as const);
  const busy = fail({ name: 'too-many' } as const);

  async function find({ userId, id }: CertificateParams) {
    const [part] = await findParts(db, [{ userId, tokenId: id }]);
    if (part?.state !== 'won') return null;
    const [[token], [sale], [delivery]] = await Promise.all([
      findTokens(db, [id]),
      findSales(db, [id]),
      findDeliveries(db, [id]),
    ]);
    if (token === undefined || sale === undefined) return null;
    const { charity } = token;
    const facts: CertificateFacts = { token, charity, sale, delivery: delivery ?? null };
    return { facts, images: token.images };
  }

  const nameOf = ({ sale }: CertificateFacts, language: string, end: string): string =>
    `certificate-${sale.number}-${language}.${end}`;

  return {
    async pdf(asked) {
      const found = await find(asked);
      if (found === null) return none;
      const { language, userId } = asked;
      const paper = certificatePaper(found.facts, { language, origin: origin() });
      const made = await pdfs.write(paper, userId);
      if (!made.ok) return busy;
      return ok({ name: nameOf(found.facts, language, 'pdf'), content: made.value });
    },
    async picture(asked) {
      const found = await find(asked);
      if (found === null) return none;
      const { language, userId: owner } = asked;
      const { facts, images } = found;
      const mark = isRehearsal ? mailWord(language, 'rehearsal.mark') : null;
      const layout = layOut(facts, { language, origin: origin(), mark });
      const texts = layout.lines.map(({ text }) => text);
      const [outlines, art] = await Promise.all([
        pdfs.outlines({ texts, language }, owner),
        findPicture(db, artOf(images).name),
      ]);
      if (!outlines.ok) return busy;
      const parts = { language, outlines: outlines.value, art: ensure(art, 'a picture is kept') };
      const svg = drawCertificate(facts, layout, parts);
      const drawn = await files.drawn({ svg, width: CERTIFICATE_WIDTH, owner });
      if (!drawn.ok) return busy;
      return ok({ name: nameOf(facts, language, 'jpg'), content: drawn.value.bytes });
    },
  };
}
