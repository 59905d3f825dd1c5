-- Whether the company keeps stock at all.
alter table settings.config drop constraint config_key_check,
  add check (key in ('RATE_PRECISION', 'RATE_SETTING_TYPE', 'COUNT_TOLERANCE', 'PASSWORD_LENGTH', 'PASSWORD_GUESSABLE',
    'SELVES_DAYS', 'TRANSIT_WITHIN_BRANCH', 'DEFAULT_LANGUAGE',
    'REVALUATION_METHOD', 'FISCAL_YEAR_START', 'REMITTANCE_FREE_CANCEL_MINUTES', 'INVENTORY_ENABLED'));
