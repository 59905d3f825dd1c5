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
