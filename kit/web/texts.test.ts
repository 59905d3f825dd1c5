import { expect, test } from 'vitest'
import english from '#kit/locales/en.json' with { type: 'json' }
import vietnamese from '#kit/locales/vi.json' with { type: 'json' }
import simplified from '#kit/locales/zh_Hans.json' with { type: 'json' }
import traditional from '#kit/locales/zh_Hant.json' with { type: 'json' }

test("what is said of a success is the specification's, word by word", () => {
  expect(english.said).toEqual({
    added: 'Added Successfully!',
    updated: 'Updated Successfully!',
    transferred: 'Transferred Successfully!',
    created: 'Created Successfully!',
    saved: 'Saved Successfully!',
    removed: 'Removed Successfully!',
    approved: 'Approved Successfully!',
    rejected: 'Rejected Successfully!',
    cancelled: 'Successfully Cancelled.',
    sentToTransit: 'Successfully Sent to Transit.',
    processed: 'Processed Successfully!',
    createdAndProcessed: 'Created and Processed Successfully!',
    clearedSelected: 'Cleared Selected Transaction Successfully!',
    posted: 'Successfully Posted!',
    enabled: 'Enabled Successfully',
    disabled: 'Disabled Successfully',
    toggled: 'Toggled Successfully',
    simulating: 'Starting Simulation',
  })
})

test("what is said of a failure is the specification's, word by word", () => {
  expect(english.errors).toMatchObject({
    offline: 'No Internet Connection',
    failed: `Sorry, we can't process your request right now.`,
    denied: 'Access denied. You do not have permission to view this content.',
    fileSize: 'Invalid file or file size has exceeded it max limit of 5MB.',
  })
})

test.for([traditional, simplified, vietnamese])(
  'each is told apart in the other languages too',
  ({ said, errors }) => {
    for (const texts of [said, errors]) {
      const all = Object.values(texts)
      expect(new Set(all).size).toBe(all.length)
    }
    expect(Object.keys({ ...said, ...errors })).toEqual(Object.keys({ ...english.said, ...english.errors }))
  },
)
