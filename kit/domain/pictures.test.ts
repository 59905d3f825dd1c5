import { expect, test } from 'vitest'
import { pictures } from '../test/hostile-files.ts'
import { isTooLarge, pictureSize } from './pictures.domain.ts'

const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const

test.each(Object.entries(pictures))(
  'a %s says its size, and one of 50,000 by 50,000 is refused',
  (kind, make) => {
    const type = types[kind as keyof typeof types]
    expect(pictureSize(type, make(640, 480))).toEqual({ width: 640, height: 480 })
    expect(isTooLarge({ width: 4000, height: 3000 })).toBe(false)
    const huge = pictureSize(type, make(50_000, 50_000))
    expect(huge && isTooLarge(huge)).toBe(true)
    for (let length = 0; length < 24; length += 1)
      expect(pictureSize(type, make(640, 480).subarray(0, length))).toBeUndefined()
  },
)

test('a WebP says its size in each of its three forms', () => {
  const webp = (form: string, size: readonly number[], at: number) => {
    const bytes = Buffer.alloc(30)
    bytes.write('RIFF', 0)
    bytes.writeUInt32LE(22, 4)
    bytes.write(`WEBP${form}`, 8)
    bytes.set(size, at)
    return pictureSize(types.webp, bytes)
  }
  const [width, height] = [640, 480]
  const [w, h] = [width - 1, height - 1]
  // Two scale bits stand above the fourteen of a lossy size.
  const lossy = [width & 255, (width >> 8) | 0x40, height & 255, (height >> 8) | 0x80]
  const lossless = [w & 255, (w >> 8) | ((h & 3) << 6), (h >> 2) & 255, h >> 10]
  expect(webp('VP8 ', lossy, 26)).toEqual({ width, height })
  expect(webp('VP8L', lossless, 21)).toEqual({ width, height })
  expect(webp('VP8X', [w & 255, w >> 8, 0, h & 255, h >> 8, 0], 24)).toEqual({ width, height })
})
