"""The paths of the configuration that BENCH_CONFIGURATION names."""
import os

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from service import api

router = SimpleRouter()
if os.environ["BENCH_CONFIGURATION"] == "snippets":
    router.register("snippets", api.SnippetViewSet)
else:
    router.register("users", api.UserViewSet)
    router.register("groups", api.GroupViewSet)

urlpatterns = [path("", include(router.urls))]
