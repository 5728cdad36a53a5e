-- The audience of the profile decides what visitors see of the member's posts and photos.
create or replace function invalidate_profile_pages() returns trigger
language plpgsql as $$
begin
  perform invalidate_page('member:' || (coalesce(new, old)).member_id);
  return null;
end
$$;

create or replace trigger member_settings_cache
after insert or delete or update of profile_audience on member_settings
for each row execute function invalidate_profile_pages();
