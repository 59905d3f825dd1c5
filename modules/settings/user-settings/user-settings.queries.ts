import type { Db } from '#kit/server/database.server.ts'
import type { SettingType } from './user-settings.domain.ts'

export interface Kept {
  settingType: SettingType
  settingName: string
  settingValue: string
  sortIndex: number | null
}

/** All that one person keeps, in the order of the screen. */
export const settingsOf = (db: Db, userId: string) =>
  db
    .selectFrom('settings.userSetting')
    .select(['id', 'companyId', 'userId', 'settingType', 'settingName', 'settingValue', 'sortIndex'])
    .where('userId', '=', userId)
    .orderBy('settingType')
    .orderBy('sortIndex')
    .execute()

/** Keeps settings, each in the place of the former one of its kind and number. */
export const keep = (db: Db, userId: string, settings: readonly Kept[]) =>
  db
    .insertInto('settings.userSetting')
    .values(
      settings.map(({ settingType, settingName, settingValue, sortIndex }) => ({
        userId,
        settingType,
        settingName,
        settingValue,
        sortIndex,
      })),
    )
    .onConflict((conflict) =>
      conflict.constraint('user_setting_key').doUpdateSet((eb) => ({
        settingName: eb.ref('excluded.settingName'),
        settingValue: eb.ref('excluded.settingValue'),
      })),
    )
    .execute()
