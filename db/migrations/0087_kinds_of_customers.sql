-- Whether a customer is a person or a company, for modules that lead to their pages.
create view customers.customer_type_read with (security_invoker = true) as
  select company_id, id as customer_id, customer_type from customers.customer;
grant select on customers.customer_type_read to agio_runtime;
