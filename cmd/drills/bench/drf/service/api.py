"""The serializers and view sets of both configurations."""
from django.contrib.auth.models import Group, User
from django.db.models import Prefetch
from rest_framework import pagination, permissions, serializers, viewsets

from service.models import Snippet


class IsOwnerOrReadOnly(permissions.BasePermission):
    def has_object_permission(self, request, view, obj):
        return request.method in permissions.SAFE_METHODS or obj.owner == request.user


class SnippetSerializer(serializers.ModelSerializer):
    owner = serializers.ReadOnlyField(source="owner.username")

    class Meta:
        model = Snippet
        fields = ["id", "title", "code", "linenos", "language", "style", "owner"]
        extra_kwargs = {"code": {"trim_whitespace": False}}


class SnippetViewSet(viewsets.ModelViewSet):
    queryset = Snippet.objects.select_related("owner").defer("highlighted")
    serializer_class = SnippetSerializer
    permission_classes = [permissions.IsAuthenticatedOrReadOnly, IsOwnerOrReadOnly]

    def perform_create(self, serializer):
        serializer.save(owner=self.request.user)


class Pages(pagination.PageNumberPagination):
    page_size = 10


class UserSerializer(serializers.HyperlinkedModelSerializer):
    class Meta:
        model = User
        fields = ["url", "username", "email", "groups"]


class UserViewSet(viewsets.ModelViewSet):
    queryset = User.objects.order_by("-id").prefetch_related(
        Prefetch("groups", queryset=Group.objects.order_by("id"))
    )
    serializer_class = UserSerializer
    permission_classes = [permissions.IsAdminUser]
    pagination_class = Pages


class GroupSerializer(serializers.HyperlinkedModelSerializer):
    class Meta:
        model = Group
        fields = ["url", "name"]


class GroupViewSet(viewsets.ModelViewSet):
    queryset = Group.objects.order_by("name")
    serializer_class = GroupSerializer
    permission_classes = [permissions.IsAdminUser]
    pagination_class = Pages
