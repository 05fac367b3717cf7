-- What happens to plans can be told or muted like orders.
alter table notifications.preference drop constraint preference_category_check;
alter table notifications.preference add constraint preference_category_check
  check (category in ('orders', 'options', 'plans', 'support', 'marketing'));
