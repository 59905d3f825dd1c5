import type { Stage } from '#modules/demonstration.contract.ts'

export async function seedRetail(_stage: Stage): Promise<void> {}
