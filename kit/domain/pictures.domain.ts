/** The most that a picture may be: a program that opens it needs four bytes for each pixel. */
export const pictureBounds = { side: 12_000, megapixels: 50 }

interface Size {
  width: number
  height: number
}

/** The size that a picture says to have, by its first bytes; undefined where it has none, or ends before it could. */
export function pictureSize(type: string, bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = type === 'image/png' ? ofPng(view) : type === 'image/webp' ? ofWebp(view) : ofJpeg(view)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

/** Whether nobody should have to open a picture of this size. */
export const isTooLarge = ({ width, height }: Size): boolean =>
  Math.max(width, height) > pictureBounds.side || width * height > pictureBounds.megapixels * 1_000_000

const ofPng = (view: DataView): Size | undefined =>
  view.byteLength < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) }

/** Segment by segment, each with its length, to that of the frame. */
function ofJpeg(view: DataView): Size | undefined {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const mark = view.getUint8(at + 1)
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += mark === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Three forms, each with its own way to write a size; the file is as long as it says. */
function ofWebp(view: DataView): Size | undefined {
  if (view.byteLength < 30 || view.getUint32(4, true) + 8 > view.byteLength) return undefined
  const form = view.getUint8(15)
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1
  if (form === 0x58) return { width: three(24), height: three(27) }
  if (form === 0x4c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff }
}
