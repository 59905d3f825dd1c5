-- When an expense or a payment was undone: what was owed on an earlier day is told as it was then.
alter table bank.expense add column reversed_on date;
alter table bank.payment add column reversed_on date;
