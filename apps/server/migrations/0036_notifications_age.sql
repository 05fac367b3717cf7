-- What was told long ago of orders, options and the like goes; what stands as a record stays.
create index notification_aged on notifications.notification (category, at);
grant delete on notifications.notification to candor_app;
