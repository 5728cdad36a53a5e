-- Members' time zones are checked by the browser's list, which may know a name that the database does not: then UTC, never an error.
CREATE FUNCTION wall_time(moment timestamptz, zone text) RETURNS timestamp LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN moment AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN moment AT TIME ZONE 'UTC';
END
$$;
--> statement-breakpoint
CREATE FUNCTION from_wall_time(wall timestamp, zone text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN wall AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN wall AT TIME ZONE 'UTC';
END
$$;
--> statement-breakpoint
-- When a mail of that pace goes out for what happens at that moment: after five minutes, in which much is read and more happens;
-- at the next eight in the morning of the member's clock; on the next Monday at eight.
CREATE FUNCTION mail_due_at(pace text, moment timestamptz, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE pace
    WHEN 'daily' THEN from_wall_time(date_trunc('day', wall_time(moment, zone) - interval '8 hours') + interval '1 day 8 hours', zone)
    WHEN 'weekly' THEN from_wall_time(date_trunc('week', wall_time(moment, zone) - interval '8 hours') + interval '7 days 8 hours', zone)
    ELSE moment + interval '5 minutes'
  END
$$;
