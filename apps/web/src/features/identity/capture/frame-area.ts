/** A rectangle; of a page or of a picture. @units pixels */
export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** What is kept around the frame on each side: a document is held a little beside it. */
const MARGIN = 0.08;

/**
 * The part of a video that is seen inside the frame, with a little around it. The video covers its
 * box, so what hangs over the box is not seen.
 */
export function frameArea(of: {
  readonly video: { readonly width: number; readonly height: number };
  readonly box: Area;
  readonly frame: Area;
}): Area {
  const { video, box, frame } = of;
  const scale = Math.max(box.width / video.width, box.height / video.height);
  const left = (box.width - video.width * scale) / 2;
  const top = (box.height - video.height * scale) / 2;
  const inVideo = {
    x: (frame.x - box.x - left) / scale,
    y: (frame.y - box.y - top) / scale,
    width: frame.width / scale,
    height: frame.height / scale,
  };
  const x = Math.max(0, Math.round(inVideo.x - inVideo.width * MARGIN));
  const y = Math.max(0, Math.round(inVideo.y - inVideo.height * MARGIN));
  const right = Math.round(inVideo.x + inVideo.width * (1 + MARGIN));
  const bottom = Math.round(inVideo.y + inVideo.height * (1 + MARGIN));
  return {
    x,
    y,
    width: Math.max(1, Math.min(video.width, right) - x),
    height: Math.max(1, Math.min(video.height, bottom) - y),
  };
}
