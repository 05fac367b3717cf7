import { useCallback, useEffect, useRef, useState } from 'react';

/** Which camera of a phone: away from the user, or towards them. */
export type Facing = 'environment' | 'user';

/** A camera, while it is off, being asked for, on, or not to be had. */
export type CameraState =
  | { readonly at: 'off' | 'asking' | 'failed' }
  | {
      readonly at: 'on';
      readonly stream: MediaStream;
      readonly facing: Facing;
      /** There is another one to change to. */
      readonly hasOther: boolean;
      /** Null where the camera has no light. */
      readonly light: boolean | null;
    };

/** A camera that is opened, turned and let go. */
export type Camera = {
  readonly state: CameraState;
  open(facing: Facing): Promise<void>;
  close(): void;
  /** Switches its light, where it has one. */
  setLight(isOn: boolean): Promise<void>;
};

const OFF: CameraState = { at: 'off' };

/** Light is no part of the browser's types yet. */
type Lit = { readonly torch?: boolean };

const stopAll = (stream: MediaStream | null): void =>
  stream?.getTracks().forEach((track) => track.stop());

const hasLight = (stream: MediaStream): boolean => {
  const [track] = stream.getVideoTracks();
  return (track?.getCapabilities?.() as Lit | undefined)?.torch === true;
};

async function hasOther(): Promise<boolean> {
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return all.filter(({ kind }) => kind === 'videoinput').length > 1;
}

/**
 * The camera of this device. It is on only between `open` and `close`, the end of the part that uses
 * it or the moment the page is hidden; whatever the browser refuses ends in `failed`.
 */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>(OFF);
  const stream = useRef<MediaStream | null>(null);
  // Only the last question counts: a user may have closed, or asked for the other camera, meanwhile.
  const asked = useRef(0);

  const close = useCallback(() => {
    asked.current += 1;
    stopAll(stream.current);
    stream.current = null;
    setState(OFF);
  }, []);

  const open = useCallback(
    async (facing: Facing): Promise<void> => {
      asked.current += 1;
      const turn = asked.current;
      stopAll(stream.current);
      stream.current = null;
      setState({ at: 'asking' });
      const video = {
        facingMode: { ideal: facing },
        width: { ideal: 2_560 },
        height: { ideal: 1_440 },
      };
      // A page without a secure address has no such thing at all.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      const got = await devices?.getUserMedia({ video, audio: false }).catch(() => null);
      if (turn !== asked.current) return stopAll(got ?? null);
      if (got == null) return setState({ at: 'failed' });
      stream.current = got;
      // Another program, or the user in the browser's own menu, may take it away.
      got.getVideoTracks().forEach((track) =>
        track.addEventListener('ended', () => {
          if (stream.current === got) close();
        }),
      );
      const other = await hasOther();
      if (turn !== asked.current) return undefined;
      const light = hasLight(got) ? false : null;
      return setState({ at: 'on', stream: got, facing, hasOther: other, light });
    },
    [close],
  );

  const setLight = useCallback(async (isOn: boolean): Promise<void> => {
    const [track] = stream.current?.getVideoTracks() ?? [];
    const torch = { advanced: [{ torch: isOn } as MediaTrackConstraintSet] };
    const isDone = await track?.applyConstraints(torch).then(
      () => true,
      () => false,
    );
    if (isDone === true) setState((now) => (now.at === 'on' ? { ...now, light: isOn } : now));
  }, []);

  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') close();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      asked.current += 1;
      stopAll(stream.current);
    };
  }, [close]);

  return { state, open, close, setLight };
}
