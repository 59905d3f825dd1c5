-- What every sale looks at and few people change: servers keep it in memory until one of them changes.
create trigger revise after insert or update or delete or truncate on retail.policy execute function kit.revise();
create trigger revise after insert or update or delete or truncate on retail.tax execute function kit.revise();
create trigger revise after insert or update or delete or truncate on retail.category execute function kit.revise();
create trigger revise after insert or update or delete or truncate on retail.branch_tax execute function kit.revise();
