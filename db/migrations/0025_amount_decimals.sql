-- An amount has as many decimals as its currency, three of a dinar: it is kept with them.
alter table customers.customer alter column annual_turnover type numeric,
  add check (annual_turnover < 1e18 and scale(annual_turnover) <= 4);
alter table compliance.cdd_rule alter column amount type numeric, add check (amount < 1e16 and scale(amount) <= 4);
