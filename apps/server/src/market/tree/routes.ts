import { fail, ok } from '@candor/kernel';
import { type SignedCheckpoint, checkpoints as protocol } from '@candor/protocol';
import { type Route, route } from '../../platform/http/http.ts';
import { verifierKeyOf } from '../../platform/secrets/signed-note.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';

const base64 = (bytes: Buffer): string => bytes.toString('base64');

const said = ({ number, size, root, at, key, note }: Checkpoint): SignedCheckpoint => ({
  number,
  size,
  root: base64(root),
  at,
  key,
  note,
});

/** The calls about what was signed of the tape. */
export function checkpointRoutes(checkpoints: Checkpoints): Route[] {
  return [
    route(protocol.latestCheckpoint, async () => {
      const latest = checkpoints.latest();
      return latest === null ? fail({ name: 'not-found' }) : ok(said(latest));
    }),
    route(protocol.checkpointOfSize, async ({ params }) => {
      const found = await checkpoints.ofSize(params.size);
      return found === null ? fail({ name: 'not-found' }) : ok(said(found));
    }),
    route(protocol.inclusionProof, async ({ query }) => {
      const { tick, size = null } = query;
      const proof = await checkpoints.inclusion({ tickId: tick, size });
      if (proof === null) return fail({ name: 'not-found' });
      const { before, path, ...rest } = proof;
      return ok({ tick, ...rest, before: before.toString('hex'), path: path.map(base64) });
    }),
    route(protocol.consistencyProof, async ({ query }) => {
      const proof = await checkpoints.consistency(query);
      if (proof === null) return fail({ name: 'not-found' });
      return ok({ ...proof, path: proof.path.map(base64) });
    }),
    route(protocol.signingKeys, async () => {
      const { name, keys } = checkpoints.keys();
      return ok({
        schema: 'candor.keys/1',
        origin: name,
        keys: keys.map(({ number, publicKey, begins, endorsement }, index) => ({
          number,
          verifier: verifierKeyOf(name, publicKey),
          publicKey: base64(publicKey),
          from: begins,
          until: keys[index + 1]?.begins ?? null,
          endorsement: endorsement === null ? null : base64(endorsement),
        })),
        anchors: [],
      });
    }),
  ];
}
